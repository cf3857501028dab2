// A transition counts when it is of a property that the property under test
// reads of that element. The generated table STYLED names them by selector.
function isStyled(event) {
    return STYLED.some(function (entry) {
        return (
            entry.names.indexOf(event.propertyName) >= 0 &&
            isMatch(event.target, entry.selector)
        );
    });
}
