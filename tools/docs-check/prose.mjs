/** Reads the prose of Markdown: what a person reads as sentences, and the cells of tables. */

/** A table between `<!-- name: how it is written -->` and `<!-- /name -->` is written by a generator. */
const generated = /<!-- ([a-z-]+)(?::[^\n]*)? -->[\s\S]*?<!-- \/\1 -->/g;
const fenced = /^( *)(```|~~~)[\s\S]*?^ *\2 *$/gm;
const comment = /<!--[\s\S]*?-->/g;
const listItem = /^ *(?:[-*+]|\d+\.) +/;
const notProse = /^ *(?:#|\||<|\[[^\]]+\]: )/;
const sentenceEnd = /(?<=[.!?]["”’)*_]*) +(?=["“‘(*_]*[A-Z0-9`[])/;
/** Text that ends with a point and no sentence. */
const abbreviations = /\b(?:e\.g|i\.e|etc|vs|approx|No)\. /g;

/**
 * Splits the prose of a document into sentences: paragraphs and list items, without headings, tables and code blocks.
 *
 * @param {string} markdown
 * @returns {string[]} A code span counts as one word, a link as its text.
 */
export function sentencesOf(markdown) {
  return blocksOf(markdown)
    .flatMap((block) => plain(block).trim().split(sentenceEnd))
    .filter((sentence) => wordsIn(sentence) > 0);
}

/**
 * Counts the words of a sentence.
 *
 * @param {string} sentence
 * @returns {number}
 */
export function wordsIn(sentence) {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/**
 * Lists the cells of tables that no generator writes, as a reader sees them.
 *
 * @param {string} markdown
 * @returns {string[]}
 */
export function cellsOf(markdown) {
  const rows = markdown
    .replace(generated, '')
    .replace(fenced, '')
    .split('\n')
    .filter((line) => /^ *\|/.test(line));
  return rows
    .flatMap((row) => row.split(/(?<!\\)\|/).slice(1, -1))
    .map((cell) => withoutLinks(cell).trim())
    .filter((cell) => !/^[-:]*$/.test(cell));
}

/**
 * Sums up the sentences of several documents.
 *
 * @param {readonly string[]} sentences
 * @returns {{ sentences: number, meanWords: number, percentAbove30: number }}
 */
export function figuresOf(sentences) {
  const lengths = sentences.map(wordsIn);
  const count = Math.max(lengths.length, 1);
  return {
    sentences: lengths.length,
    meanWords: lengths.reduce((sum, length) => sum + length, 0) / count,
    percentAbove30: (100 * lengths.filter((length) => length > 30).length) / count,
  };
}

/** @param {string} markdown */
function blocksOf(markdown) {
  const blocks = [''];
  const text = markdown.replace(generated, '').replace(fenced, '\n').replace(comment, '');
  for (const line of text.split('\n')) {
    if (line.trim() === '' || notProse.test(line)) blocks.push('');
    else if (listItem.test(line)) blocks.push(line.replace(listItem, ''));
    else blocks.push(`${blocks.pop()} ${line.trim()}`);
  }
  return blocks;
}

/** @param {string} block */
function plain(block) {
  return withoutLinks(block.replace(/(`+).+?\1/g, 'Code')).replace(abbreviations, (text) => text.replaceAll('.', ''));
}

/** @param {string} text */
function withoutLinks(text) {
  return text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
}
