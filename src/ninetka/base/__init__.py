"""What every other module may use, and nothing about games: errors, checked fields, safe texts.

errors       every error, and how sentences quote and list things
fields       values given for fields, converted or refused; `documented` shows their docstrings
values       values that never change; `frozenmap` is a mapping among them
plain_json   JSON from outside, read within limits
texts, html  texts made safe for terminals and pages
position     what any module may ask of a position, a played game and its outcome
tasks        work handed to executors
deadline     limits of time; `interruption` is for Ctrl-C while Python imports
"""
