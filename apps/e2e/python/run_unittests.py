"""Runs the unit tests of a folder. Prints a JSON object: each test, with null or its failure."""

import json
import sys
import unittest


class Outcomes(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.by_name = {}

    def startTest(self, test):
        super().startTest(test)
        self.by_name[test.id()] = None

    def addFailure(self, test, err):
        self.by_name[test.id()] = self._exc_info_to_string(err, test)

    addError = addFailure

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.addFailure(test, err)


outcomes = Outcomes()
unittest.defaultTestLoader.discover(sys.argv[1]).run(outcomes)
print(json.dumps(outcomes.by_name))
