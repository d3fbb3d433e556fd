// conform check-subject: runs an adapter through the rules of docs/subject-protocol.md.
#include <iostream>

#include "checker/cli/Command.hpp"
#include "checker/subjects/process/checkSubject.hpp"

namespace conform {
namespace {

std::function<int()> define(CLI::App& app) {
  const auto command = std::make_shared<std::string>();
  app.add_option("COMMAND", *command, "The adapter's command line, in quotes if it has spaces")->required();
  return [command] { return checkSubject(*command, std::cout) ? 0 : 1; };
}

}  // namespace

extern const CliCommand checkSubjectCommand;
const CliCommand checkSubjectCommand{
    "check-subject", "Checks that an adapter for the subject process: keeps the protocol.",
    "conform check-subject 'node checker/subjects/javascript/adapter.mjs ./my-webnn.mjs'", define};

}  // namespace conform
