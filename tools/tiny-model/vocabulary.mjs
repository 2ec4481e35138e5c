/** Byte-level BPE tables (the GPT-2 scheme: every byte has a printable stand-in, so any text can be spelled). */

/** ggml's token kinds: ordinary text, and control tokens that never come from text. */
const TOKEN_TYPE = { normal: 1, control: 3 };

/** Start and end of a text; the end of one chat message is `im_end`, which ends an answer. */
export const SPECIAL_TOKENS = ['<|endoftext|>', '<|im_start|>', '<|im_end|>'];

function isPrintableLatin1(byte) {
  return (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || (byte >= 0xae && byte <= 0xff);
}

/** GPT-2's table: a printable Latin-1 byte stands for itself, the others for the code points from 256 on. */
function byteStandIns() {
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(isPrintableLatin1(byte) ? byte : next++));
}

const STAND_INS = byteStandIns();

const standInsOf = (piece) => [...Buffer.from(piece, 'utf8')].map((byte) => STAND_INS[byte]);

/** GPT-2's pre-tokenizer as far as plain sentences need it: a word keeps the one space before it. */
const PIECES = / ?[A-Za-z]+| ?[^\sA-Za-z]+|\s/gu;

/**
 * Tokens, merges and the tokenised sentences (`opening`: as the first of an answer; `following`: after another one).
 * Words of ASCII letters become one token each, by merges that grow a word from its left; anything else stays single
 * bytes. `fillers`: tokens that stand in no text, for the size of a large vocabulary.
 */
export function buildVocabulary(sentences, fillers = 0) {
  const ids = new Map();
  const add = (token) => ids.get(token) ?? ids.set(token, ids.size).get(token);
  STAND_INS.forEach(add);

  const merges = new Set();
  const chainOf = (sentence) =>
    [...sentence.matchAll(PIECES)].flatMap(([piece]) => {
      const characters = standInsOf(piece);
      if (!/^ ?[A-Za-z]+$/.test(piece)) return characters.map(add);
      const word = characters.reduce((prefix, character) => {
        merges.add(`${prefix} ${character}`);
        add(prefix + character);
        return prefix + character;
      });
      return [add(word)];
    });
  const opening = sentences.map(chainOf);
  const following = sentences.map((sentence) => chainOf(` ${sentence}`));
  const special = Object.fromEntries(SPECIAL_TOKENS.map((token) => [token, add(token)]));
  for (let filler = 0; filler < fillers; filler++) add(`<filler ${filler}>`);
  const tokens = [...ids.keys()];
  return {
    tokens,
    types: tokens.map((token) => (SPECIAL_TOKENS.includes(token) ? TOKEN_TYPE.control : TOKEN_TYPE.normal)),
    merges: [...merges],
    opening,
    following,
    special,
    newline: add(STAND_INS[0x0a]),
  };
}
