import fetchRequest from 'kafkajs/src/protocol/requests/fetch/index.js';

/** Of the Fetch request: from this version on, followers answer consumers too (KIP-392). */
const followersAnswerFrom = 11;

/**
 * Lets only leaders answer fetches. A broker that shuts down first hands its partitions over. It would then answer as a
 * follower, without records and without an error, and kafkajs would look for the new leader once the process has ended.
 */
fetchRequest.versions = fetchRequest.versions.filter((version) => Number(version) < followersAnswerFrom);
