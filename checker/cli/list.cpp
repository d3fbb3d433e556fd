// conform list: what there is to choose from.
#include <iostream>

#include "checker/cli/Command.hpp"
#include "checker/subjects/Subject.hpp"
#include "model/kernels/Operator.hpp"
#include "model/semantics/Semantics.hpp"
#include "reports/Format.hpp"
#include "reports/text.hpp"

namespace conform {
namespace {

/// One list: its records by name, with what is said of each.
struct List {
  std::string_view name;
  void (*print)();
};

void entry(std::string_view name, std::string_view description, std::string_view more = {}) {
  std::cout << name << "\n    " << wrapped(description, 80, 4) << "\n";
  if (!more.empty()) std::cout << "    " << more << "\n";
}

constexpr List lists[] = {
    {"semantics",
     [] {
       for (const NamedSemantics* named : namedSemantics()) entry(named->name, named->description, named->source);
     }},
    {"points",
     [] {
       for (std::size_t i = 0; i < pointCount; ++i) {
         const PointInfo& info = infoOf(static_cast<Point>(i));
         std::string values;
         for (const std::string_view value : info.values) values += (values.empty() ? "=" : "|") + std::string{value};
         entry(std::string{info.name} + values, info.description);
       }
     }},
    {"subjects",
     [] {
       for (const SubjectKind* kind : subjectKinds()) entry(kind->name, kind->description);
     }},
    {"formats",
     [] {
       for (const ReportFormat* format : reportFormats()) entry(format->name, format->description);
     }},
    {"operators",
     [] {
       for (const Operator* op : operators()) std::cout << op->name << "\n";
     }},
};

int list(const std::string& what) {
  for (const List& one : lists) {
    if (!what.empty() && what != one.name) continue;
    if (what.empty()) std::cout << "== " << one.name << "\n";
    one.print();
  }
  return 0;
}

std::function<int()> define(CLI::App& app) {
  const auto what = std::make_shared<std::string>();
  std::vector<std::string> names;
  for (const List& one : lists) names.emplace_back(one.name);
  app.add_option("WHAT", *what, "One of the lists only")->check(CLI::IsMember(names));
  return [what] { return list(*what); };
}

}  // namespace

extern const CliCommand listCommand;
const CliCommand listCommand{
    "list", "Lists what there is to choose from: semantics and their points, subjects, report formats, operators.",
    "conform list semantics", define};

}  // namespace conform
