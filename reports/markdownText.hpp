// Markdown as GitHub reads it: what is foreign goes through here and stays text.
#pragma once

#include <string>
#include <string_view>

namespace conform {

/// Text in running Markdown: nothing in it is markup, a mention or a reference; it stays on one line.
std::string markdownText(std::string_view text);
/// The same, its lines kept.
std::string markdownLines(std::string_view text);
/// `text`, with as many backticks around it as it takes; on one line.
std::string markdownCode(std::string_view text);
/// An anchor as the end of a link: "#dom-mltensor-destroy".
std::string markdownAnchor(std::string_view anchor);
/// A fenced block, its fence longer than any run of backticks in it. Ends with a line feed.
std::string markdownBlock(std::string_view text, std::string_view language = {});

}  // namespace conform
