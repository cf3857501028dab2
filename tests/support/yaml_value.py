#!/usr/bin/env python3
"""Prints one value of a YAML file: yaml_value.py FILE KEY...

A key is a field, or the number of an item; with several documents in the file
the first key is the number of the document. Other values than texts are printed
as JSON."""
import json
import sys

import yaml

documents = list(yaml.safe_load_all(open(sys.argv[1], encoding="utf-8")))
value = documents if len(documents) > 1 else documents[0]
for key in sys.argv[2:]:
    value = value[int(key) if isinstance(value, list) else key]
print(value if isinstance(value, str) else json.dumps(value))
