// conform list: the named semantics and the subjects.
#include <iostream>

#include "checker/cli/Command.hpp"
#include "checker/subjects/Subject.hpp"
#include "model/semantics/Semantics.hpp"

namespace conform {
namespace {

int list(const std::vector<std::string>& arguments) {
  const std::string what = arguments.empty() ? "" : arguments[0];
  if (what.empty() || what == "semantics") {
    for (const NamedSemantics* named : namedSemantics()) {
      std::cout << named->name << "\n    " << named->description << "\n    " << named->source << "\n";
    }
  }
  if (what.empty() || what == "subjects") {
    for (const SubjectKind* kind : subjectKinds()) std::cout << kind->name << "\n    " << kind->description << "\n";
  }
  if (!what.empty() && what != "semantics" && what != "subjects") throw UsageError("list semantics, or list subjects");
  return 0;
}

}  // namespace

extern const CliCommand listCommand;
const CliCommand listCommand{"list", "[semantics|subjects]", "Lists what there is to choose from.",
                             "conform list semantics", list};

}  // namespace conform
