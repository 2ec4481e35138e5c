export { strengthsOf, type Duel } from './davidson.js';
export { separate, type Better, type Interval } from './interval.js';
export { meanIntervals, probabilitiesOfBestMean, type Range } from './means.js';
export type { Sample } from './sample.js';
export { probabilitiesOfBestShare, shareIntervals, winShares, type Matchup } from './shares.js';
