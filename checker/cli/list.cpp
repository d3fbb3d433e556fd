// conform list: what there is to choose from.
#include <iostream>

#include "checker/cli/formatArgument.hpp"
#include "checker/subjects/Subject.hpp"
#include "model/kernels/Operator.hpp"
#include "model/properties/Property.hpp"
#include "model/semantics/Semantics.hpp"
#include "reports/Format.hpp"
#include "reports/text.hpp"

namespace conform {
namespace {

struct Entry {
  std::string name, description, source;
};

/// One list: its records by name, with what is said of each.
struct List {
  std::string_view name;
  std::vector<Entry> (*entries)();
};

/// The entries of a table of records.
template <class Table>
std::vector<Entry> described(const Table& table) {
  std::vector<Entry> entries;
  for (const auto* one : table) entries.push_back({std::string{one->name}, std::string{one->description}, ""});
  return entries;
}

constexpr List lists[] = {
    {"semantics",
     [] {
       std::vector<Entry> entries = described(namedSemantics());
       for (std::size_t i = 0; i < entries.size(); ++i) entries[i].source = namedSemantics()[i]->source;
       return entries;
     }},
    {"points",
     [] {
       std::vector<Entry> entries;
       for (std::size_t i = 0; i < pointCount; ++i) {
         const PointInfo& info = infoOf(static_cast<Point>(i));
         std::string values;
         for (const std::string_view value : info.values) values += (values.empty() ? "=" : "|") + std::string{value};
         entries.push_back({std::string{info.name} + values, std::string{info.description}, ""});
       }
       return entries;
     }},
    {"properties", [] { return described(properties()); }},
    {"subjects", [] { return described(subjectKinds()); }},
    {"formats", [] { return described(reportFormats()); }},
    {"operators",
     [] {
       std::vector<Entry> entries;
       for (const Operator* op : operators()) entries.push_back({std::string{op->name}, "", ""});
       return entries;
     }},
};

struct Options {
  std::string what;
  FormatArgument format;
};

void print(const List& list, const Entry& entry, bool isJson) {
  if (isJson) {
    JsonLine line;
    line.member("list", list.name).member("name", entry.name);
    if (!entry.description.empty()) line.member("description", entry.description);
    if (!entry.source.empty()) line.member("source", entry.source);
    return;
  }
  std::cout << entry.name << "\n";
  if (!entry.description.empty()) std::cout << "    " << wrapped(entry.description, 80, 4) << "\n";
  if (!entry.source.empty()) std::cout << "    " << entry.source << "\n";
}

int list(const Options& given) {
  for (const List& one : lists) {
    if (!given.what.empty() && given.what != one.name) continue;
    if (given.what.empty() && !given.format.isJson()) std::cout << "== " << one.name << "\n";
    for (const Entry& entry : one.entries()) print(one, entry, given.format.isJson());
  }
  return 0;
}

std::function<int()> define(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  std::vector<std::string> names;
  for (const List& one : lists) names.emplace_back(one.name);
  app.add_option("WHAT", options->what, "One of the lists only")->check(CLI::IsMember(names));
  options->format.declare(app);
  return [options] { return list(*options); };
}

}  // namespace

extern const CliCommand listCommand;
const CliCommand listCommand{
    "list", "Lists what there is to choose from: semantics and their points, subjects, report formats, operators.",
    "conform list semantics", define};

}  // namespace conform
