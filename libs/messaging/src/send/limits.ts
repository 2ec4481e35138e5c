/** The largest value of a record. Brokers take 1 MiB a batch, its headers included; larger texts are claim-checked. */
export const maxValueBytes = 1_000_000;

/** What one `send` carries for one topic: kafkajs makes one batch of it, and the broker refuses those above 1 MiB. */
export const maxBatchBytes = 1_000_000;

/**
 * Frames packed into one record, in UTF-16 units: with three bytes for each still below 1 MiB. Smaller records made a busy
 * broker slower and an idle one no faster.
 */
export const maxFramesLength = 256 * 1024;

/** What may wait for one sender: some seconds of a busy process, and no danger to its memory. */
export const maxWaitingBytes = 64 * 1024 * 1024;

/** See {@link maxWaitingBytes}; counts where items are small. */
export const maxWaitingItems = 50_000;
