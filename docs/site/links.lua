-- Links to documents become links to their pages, blocks say their file, and
-- what is too wide for a phone gets a box that scrolls.

-- "a/README.md#x" -> "a/index.html#x"
local function page_of(target)
    if target:match("^%a+:") or target:match("^#") then
        return target
    end
    local path, place = target:match("^([^#]*)(.*)$")
    path = path:gsub("README%.md$", "index.html"):gsub("%.md$", ".html")
    if path:match("%.1$") then
        path = path .. ".html"
    end
    return path .. place
end

function Link(link)
    link.target = page_of(link.target)
    return link
end

-- The words above a block: what it is carried out as.
local words = {
    file = "%s",
    add = "%s, at its end",
    change = "%s, changed",
}

function CodeBlock(block)
    local language, kind, name =
        (block.classes[1] or ""):match("^(%a+)@(%a+)=(.+)$")
    if not language then
        return nil
    end
    block.classes[1] = language
    local caption = pandoc.Plain({ pandoc.Code(words[kind]:format(name)) })
    return pandoc.Div({ pandoc.Div({ caption }, { class = "file" }), block },
                      { class = "block" })
end

-- The headings of a manual page have no places.
function Header(header)
    if header.identifier == "" then
        header.identifier = pandoc.utils.stringify(header.content):lower()
            :gsub("[^%w]+", "-"):gsub("^-+", ""):gsub("-+$", "")
        return header
    end
end

function Table(grid)
    return pandoc.Div({ grid }, { class = "wide" })
end
