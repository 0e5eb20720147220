"""Problems as JUnit XML, which build servers show as tests: each file one suite, each problem one case."""

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from aurum_states.problems import Problem

if TYPE_CHECKING:
    from aurum_states.checks.run import Checked

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(checked: "Checked") -> str:
    """Return the suites. What makes the answer bad fails; other problems are cases that pass and tell."""
    root = ElementTree.Element("testsuites", {"name": "aurum-states"})
    others = (problem.place.file for problem in checked.problems)
    for file in dict.fromkeys([*checked.files, *others]):
        _suite(root, file, [problem for problem in checked.problems if problem.place.file == file], checked)
    cases, failures = (str(len(root.findall(f".//{name}"))) for name in ("testcase", "failure"))
    root.attrib.update({"tests": cases, "failures": failures, "errors": "0"})
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _suite(root: ElementTree.Element, file: str, problems: list[Problem], checked: "Checked") -> None:
    suite = ElementTree.SubElement(root, "testsuite", {"name": _xml(file)})
    if not problems:
        ElementTree.SubElement(suite, "testcase", {"name": "no problems", "classname": _xml(file)})
    for problem in problems:
        _case(suite, problem, fails=checked.fails(problem))
    failures = str(len(suite.findall("./testcase/failure")))
    suite.attrib.update({"tests": str(len(suite)), "failures": failures, "errors": "0"})


def _case(suite: ElementTree.Element, problem: Problem, *, fails: bool) -> None:
    place = problem.place
    name = f"{problem.code} at {place.line or 1}:{place.column or 1}"
    case = ElementTree.SubElement(suite, "testcase", {"name": name, "classname": _xml(place.file)})
    if place.line is not None:
        case.attrib.update({"file": _xml(place.file), "line": str(place.line)})
    if fails:
        told = {"type": problem.code, "message": _xml(problem.message)}
        ElementTree.SubElement(case, "failure", told).text = _xml(str(problem))
    else:
        ElementTree.SubElement(case, "system-out").text = _xml(str(problem))


def _xml(text: str) -> str:
    """Return a text without what XML cannot hold."""
    return _NOT_XML.sub("\ufffd", text)
