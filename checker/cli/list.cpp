// conform list: the named semantics and the subjects.
#include <iostream>

#include "checker/cli/Command.hpp"
#include "checker/subjects/Subject.hpp"
#include "model/semantics/Semantics.hpp"

namespace conform {
namespace {

int list(const std::string& what) {
  if (what.empty() || what == "semantics") {
    for (const NamedSemantics* named : namedSemantics()) {
      std::cout << named->name << "\n    " << named->description << "\n    " << named->source << "\n";
    }
  }
  if (what.empty() || what == "subjects") {
    for (const SubjectKind* kind : subjectKinds()) std::cout << kind->name << "\n    " << kind->description << "\n";
  }
  return 0;
}

std::function<int()> define(CLI::App& app) {
  const auto what = std::make_shared<std::string>();
  app.add_option("WHAT", *what, "One of the lists only")->check(CLI::IsMember({"semantics", "subjects"}));
  return [what] { return list(*what); };
}

}  // namespace

extern const CliCommand listCommand;
const CliCommand listCommand{"list", "Lists what there is to choose from: semantics, subjects.",
                             "conform list semantics", define};

}  // namespace conform
