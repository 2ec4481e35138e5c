/**
 * What the model knows: it says of itself that it is a stand-in. Each sentence is a chain of words, jumbled at high
 * temperature.
 */
export const SENTENCES = [
  'I am a tiny model with random weights.',
  'Nobody has trained me yet.',
  'My words need not make sense.',
  'Every answer here goes the same way as that of a large model.',
  'Put your own model file in my place and ask again.',
  'Rivers listen under quiet stones while seven lamps burn.',
  'Tell me if this was useful.',
  'Feedback works from the first word on.',
];
