// conform completion: what a shell needs to complete commands, options and the names that they take.
#include <iostream>
#include <map>

#include "checker/cli/Command.hpp"
#include "checker/subjects/Subject.hpp"
#include "model/semantics/Semantics.hpp"
#include "reports/Format.hpp"
#include "reports/text.hpp"

namespace conform {
namespace {

/// The names that an option takes; of the others, the value is a file.
std::map<std::string, std::string> valuesOfOptions() {
  std::map<std::string, std::string> values;
  const auto add = [&](const char* option, std::string_view name) {
    std::string& all = values[option];
    all += (all.empty() ? "" : " ") + std::string{name};
  };
  for (const NamedSemantics* semantics : namedSemantics()) add("--semantics", semantics->name);
  for (const SubjectKind* kind : subjectKinds()) add("--subject", kind->name);
  for (const ReportFormat* format : reportFormats()) add("--format", format->name);
  for (const ReportFormat* format : reportFormats()) add("--report", std::string{format->name} + "=");
  return values;
}

std::vector<std::string> longOptions(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> namesOf(const std::vector<const CLI::App*>& commands) {
  std::vector<std::string> names;
  for (const CLI::App* command : commands) names.push_back(command->get_name());
  return names;
}

void writeBash(const CLI::App& root, std::ostream& out) {
  out << "# bash completion of webnn-conform; made by: webnn-conform completion bash\n"
         "_webnn_conform() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
         "    COMPREPLY=($(compgen -W \""
      << joined(namesOf(root.get_subcommands({})), " ") << " " << joined(longOptions(root), " ")
      << "\" -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  case $before in\n";
  for (const auto& [option, values] : valuesOfOptions())
    out << "  " << option << ")\n    COMPREPLY=($(compgen -W \"" << values << "\" -- \"$word\"))\n    return\n    ;;\n";
  out << "  esac\n"
         "  case $command:$word in\n";
  for (const CLI::App* command : root.get_subcommands({})) {
    out << "  " << command->get_name() << ":-*) COMPREPLY=($(compgen -W \"" << joined(longOptions(*command), " ")
        << "\" -- \"$word\")) ;;\n";
  }
  out << "  *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
         "  esac\n"
         "}\n"
         "complete -o filenames -F _webnn_conform webnn-conform conform\n";
}

/// In single quotes, as fish reads them.
std::string fishQuoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

void writeFish(const CLI::App& root, std::ostream& out) {
  const auto values = valuesOfOptions();
  out << "# fish completion of webnn-conform; made by: webnn-conform completion fish\n";
  for (const CLI::App* command : root.get_subcommands({})) {
    const std::string& name = command->get_name();
    out << "complete -c webnn-conform -f -n __fish_use_subcommand -a " << name << " -d "
        << fishQuoted(command->get_description()) << "\n";
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& longName : option->get_lnames()) {
        out << "complete -c webnn-conform -n '__fish_seen_subcommand_from " << name << "' -l " << longName << " -d "
            << fishQuoted(option->get_description());
        const auto found = values.find("--" + longName);
        if (found != values.end()) {
          out << " -x -a " << fishQuoted(found->second);
        } else if (option->get_items_expected_max() > 0) {
          out << " -r";
        }
        out << "\n";
      }
    }
  }
}

std::function<int()> define(CLI::App& app) {
  const auto shell = std::make_shared<std::string>();
  app.add_option("SHELL", *shell, "bash or fish")->required()->check(CLI::IsMember({"bash", "fish"}));
  return [&app, shell] {
    (*shell == "bash" ? writeBash : writeFish)(*app.get_parent(), std::cout);
    return 0;
  };
}

}  // namespace

extern const CliCommand completionCommand;
const CliCommand completionCommand{"completion", "Prints what a shell needs to complete commands and options.",
                                   "source <(conform completion bash)", define};

}  // namespace conform
