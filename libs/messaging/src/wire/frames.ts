import type { Actor } from '@earshot/contracts-core';
import type { WireError } from '@earshot/errors';

/** What the frames of one record have in common: who sent them and where answers go. */
export interface Envelope<Frame> {
  /** The sender's inbox topic. */
  readonly from: string;
  /** The sender's instance name, for example `inference-0`: callers of an older version tell workers apart by it. */
  readonly by: string;
  readonly frames: readonly Frame[];
}

/** A request on a work lane. Times are ms since 1970: the clocks of callers and workers agree to within ~100 ms. */
export interface WorkFrame {
  readonly id: string;
  /** 1 for the first try; a worker that was too slow has a lower one than its successor. */
  readonly attempt: number;
  /** Type of the contract. */
  readonly type: string;
  readonly sent: number;
  readonly deadline: number;
  readonly request_id: string;
  readonly traceparent: string;
  readonly observed?: Readonly<Record<string, number>>;
  readonly body: unknown;
}

/** A request on a command lane: the whole record, beside its key. */
export interface CommandFrame {
  readonly id: string;
  readonly type: string;
  /** The caller's number for this call; echoed in the answer. */
  readonly call: number;
  readonly reply_to: string;
  readonly deadline: number;
  readonly request_id: string;
  readonly traceparent: string;
  /** Who asks, where that is somebody who manages something; absent in records from before 0.2. */
  readonly actor?: Actor;
  readonly body: unknown;
}

/** Worker to caller. The first one of an attempt says that it was accepted, even if it brings nothing else. */
export interface ReplyFrame {
  readonly t: 'reply';
  readonly id: string;
  readonly attempt: number;
  /** Number of the first of the chunks, from 0; without chunks, how many there were. */
  readonly seq: number;
  readonly chunks?: readonly unknown[];
  /** true: that was all. */
  readonly done?: true;
  /** That was all, because of this. */
  readonly failed?: WireError;
}

/** Worker to caller, once a second: what it still works on for this caller. */
export interface HeartbeatFrame {
  readonly t: 'alive';
  readonly ids: readonly string[];
  /** How many chunks of each were said before this frame, in the order of `ids`; absent: an older worker, nothing is known of it. */
  readonly seqs?: readonly number[];
}

/** Caller to worker, for each `alive`: it is there. What runs for a caller that says so no more is given up. */
export interface HeartbeatAckFrame {
  readonly t: 'heard';
}

/** Worker to caller: what it was asked to send again is not there any more. */
export interface ResendFailedFrame {
  readonly t: 'gone';
  readonly id: string;
  readonly attempt: number;
}

/** Caller to worker: nobody waits for this any more. */
export interface CancelFrame {
  readonly t: 'cancel';
  readonly id: string;
  /** Absent: for none of its attempts. */
  readonly attempt?: number;
}

/** Caller to worker: say no more for now (true), or go on. */
export interface PauseFrame {
  readonly t: 'hold';
  readonly id: string;
  readonly attempt: number;
  readonly held: boolean;
}

/** Caller to worker: chunks from this number on did not arrive. */
export interface ResendFrame {
  readonly t: 'resend';
  readonly id: string;
  readonly attempt: number;
  readonly from: number;
}

/** Command handler to caller. */
export interface AnswerFrame {
  readonly t: 'answer';
  readonly call: number;
  readonly ok?: unknown;
  readonly error?: WireError;
}

/** Whatever may be in an inbox. */
export type ReplyTopicFrame =
  | ReplyFrame
  | HeartbeatFrame
  | HeartbeatAckFrame
  | ResendFailedFrame
  | CancelFrame
  | PauseFrame
  | ResendFrame
  | AnswerFrame;

/** The frames of a record, or undefined if it is none of ours. */
export function decodeEnvelope<Frame>(value: Buffer | null): Envelope<Frame> | undefined {
  const parsed = parseJson(value);
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const { from, by, frames } = parsed as Partial<Envelope<Frame>>;
  if (typeof from !== 'string' || typeof by !== 'string' || !Array.isArray(frames)) return undefined;
  return parsed as Envelope<Frame>;
}

/** The JSON in a record, or undefined if it is none. */
export function parseJson(value: Buffer | null): unknown {
  if (value === null) return undefined;
  try {
    return JSON.parse(value.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
