// conform check-subject: runs an adapter through the rules of docs/subject-protocol.md.
#include <iostream>

#include "checker/cli/Command.hpp"
#include "checker/subjects/process/checkSubject.hpp"

namespace conform {
namespace {

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() != 1) throw UsageError("check-subject takes one command, in quotes if it has spaces");
  return checkSubject(arguments[0], std::cout) ? 0 : 1;
}

}  // namespace

extern const CliCommand checkSubjectCommand;
const CliCommand checkSubjectCommand{
    "check-subject", "COMMAND", "Checks that an adapter for the subject process: keeps the protocol.",
    "conform check-subject 'node checker/subjects/javascript/adapter.mjs ./my-webnn.mjs'", run};

}  // namespace conform
