"""Parts for all other modules, none of them about games: errors, checked fields, safe texts.

errors       every error, and how sentences quote things
messages     sentences by code and values, in several languages
fields       values given for fields, converted or refused; `documented` shows their docstrings
values       values that never change; `frozenmap` is a mapping among them, `bits` sets of places
plain        values as plain data, for fields of other libraries
plain_json   JSON from outside, read within limits
texts, html  texts made safe for terminals and pages
position     what any module may ask of a position, a played game and its outcome
tasks        work handed to executors; `programs` are other programs that are asked
deadline     limits of time; `interruption` is for Ctrl-C while Python imports
"""
