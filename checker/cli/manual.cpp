// conform manual: the man page, from the very options that --help tells of.
#include <iostream>

#include "checker/cli/Command.hpp"

namespace conform {
namespace {

/// Text of a man page: nothing in it is a request or an escape.
std::string roff(std::string_view text) {
  std::string out;
  bool isFront = true;
  for (const char c : text) {
    if (isFront && (c == '.' || c == '\'')) out += "\\&";
    isFront = c == '\n';
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

void writeOption(const CLI::Option& option, std::ostream& out) {
  const bool isPositional = option.get_positional();
  std::string name = isPositional ? option.get_name(true, false) : option.get_name(false, true);
  for (std::size_t at = 0; (at = name.find(',', at)) != name.npos; at += 2) name.replace(at, 1, ", ");
  const bool isFlag = option.get_items_expected_max() == 0;
  out << ".TP\n\\fB" << roff(name) << "\\fR" << (isFlag || isPositional ? "" : " \\fIVALUE\\fR") << "\n"
      << roff(option.get_description());
  if (!option.get_default_str().empty()) out << " (default: " << roff(option.get_default_str()) << ")";
  out << "\n";
}

void writeCommand(const CLI::App& command, const std::string& name, std::ostream& out) {
  out << ".SS \"" << roff(name) << "\"\n" << roff(command.get_description()) << "\n";
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_name() != "--help") writeOption(*option, out);
  }
  for (const CLI::App* sub : command.get_subcommands({})) writeCommand(*sub, name + " " + sub->get_name(), out);
  if (!command.get_footer().empty()) out << ".PP\n" << roff(command.get_footer()) << "\n";
}

int manual(const CLI::App& root) {
  std::ostream& out = std::cout;
  out << ".TH WEBNN\\-CONFORM 1 \"\" \"webnn\\-conform " << roff(WEBNN_CONFORM_VERSION) << "\"\n"
      << ".SH NAME\nwebnn\\-conform \\- a reference model of the WebNN timelines, and a conformance checker\n"
      << ".SH SYNOPSIS\n\\fBwebnn\\-conform\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR ...]\n"
      << ".SH DESCRIPTION\n"
      << roff(root.get_description()) << "\n"
      << ".SH COMMANDS\n";
  for (const CLI::App* command : root.get_subcommands({})) writeCommand(*command, command->get_name(), out);
  out << ".SH EXIT STATUS\n"
      << ".TP\n0\nAll conforms.\n.TP\n1\nA divergence, or what cannot be told.\n"
      << ".TP\n2\nBad usage or input; what was good has run.\n.TP\n3\nA subject could not be started.\n"
      << ".SH ENVIRONMENT\n.TP\nNO_COLOR\nNo colours, where it is set.\n"
      << ".TP\nWEBNN_CONFORM_CACHE\nWhere browsers are kept; else XDG_CACHE_HOME/webnn\\-conform.\n";
  return 0;
}

std::function<int()> define(CLI::App& app) {
  return [&app] { return manual(*app.get_parent()); };
}

}  // namespace

extern const CliCommand manualCommand;
const CliCommand manualCommand{"manual", "Prints the man page.", "conform manual | man -l -", define};

}  // namespace conform
