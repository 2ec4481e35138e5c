import type { Actor } from '@earshot/contracts-core';
import type { WireError } from '@earshot/errors';

/** Envelope of the frames of one record. */
export interface Envelope<Frame> {
  /** Reply topic of the sender. */
  readonly from: string;
  /** Instance name of the sender, for example `inference-0`; used by callers of older versions. */
  readonly by: string;
  readonly frames: readonly Frame[];
}

/** A work request. Times are ms since 1970; the clocks agree within 100 ms. */
export interface WorkFrame {
  readonly id: string;
  /** From 1; a retry has a higher number. */
  readonly attempt: number;
  /** Type of the contract. */
  readonly type: string;
  readonly sent: number;
  readonly deadline: number;
  readonly request_id: string;
  readonly traceparent: string;
  /** See `CallContext`. */
  readonly traced?: true;
  readonly observed?: Readonly<Record<string, number>>;
  readonly body: unknown;
}

/** A command: the value of one record. */
export interface CommandFrame {
  readonly id: string;
  readonly type: string;
  /** The caller's number of this call, echoed in the answer. */
  readonly call: number;
  readonly reply_to: string;
  readonly deadline: number;
  readonly request_id: string;
  readonly traceparent: string;
  /** Who requests a change, for the audit log; absent before version 0.1. */
  readonly actor?: Actor;
  readonly body: unknown;
}

/** Worker to caller. The first one of an attempt acknowledges it, even without chunks. */
export interface ReplyFrame {
  readonly t: 'reply';
  readonly id: string;
  readonly attempt: number;
  /** Number of the first chunk, from 0; without chunks, the number of all chunks so far. */
  readonly seq: number;
  readonly chunks?: readonly unknown[];
  /** true: the work is complete. */
  readonly done?: true;
  /** The work failed. */
  readonly failed?: WireError;
}

/** Worker to caller, once a second: the requests in progress. */
export interface HeartbeatFrame {
  readonly t: 'alive';
  readonly ids: readonly string[];
  /** Number of chunks sent for each of `ids`; absent from older workers. */
  readonly seqs?: readonly number[];
}

/** Caller to worker: acknowledges `alive`. Without it the work of the caller is aborted. */
export interface HeartbeatAckFrame {
  readonly t: 'heard';
}

/** Worker to caller: the requested chunks are no longer retained. */
export interface ResendFailedFrame {
  readonly t: 'gone';
  readonly id: string;
  readonly attempt: number;
}

/** Caller to worker: cancels a request. */
export interface CancelFrame {
  readonly t: 'cancel';
  readonly id: string;
  /** Absent: all attempts. */
  readonly attempt?: number;
}

/** Caller to worker: backpressure; `held` is true for pause, false for resume. */
export interface PauseFrame {
  readonly t: 'hold';
  readonly id: string;
  readonly attempt: number;
  readonly held: boolean;
}

/** Caller to worker: requests chunks from this number on again. */
export interface ResendFrame {
  readonly t: 'resend';
  readonly id: string;
  readonly attempt: number;
  readonly from: number;
}

/** A process to itself: its reply topic can be written and read. */
export interface EchoFrame {
  readonly t: 'echo';
}

/** Command handler to caller. */
export interface AnswerFrame {
  readonly t: 'answer';
  readonly call: number;
  readonly ok?: unknown;
  readonly error?: WireError;
}

/** Any frame of a reply topic. */
export type ReplyTopicFrame =
  | ReplyFrame
  | HeartbeatFrame
  | HeartbeatAckFrame
  | ResendFailedFrame
  | CancelFrame
  | PauseFrame
  | ResendFrame
  | EchoFrame
  | AnswerFrame;

/** Decodes the frames of a record; undefined if it is no envelope. */
export function decodeEnvelope<Frame>(value: Buffer | null): Envelope<Frame> | undefined {
  const parsed = parseJson(value);
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const { from, by, frames } = parsed as Partial<Envelope<Frame>>;
  if (typeof from !== 'string' || typeof by !== 'string' || !Array.isArray(frames)) return undefined;
  return parsed as Envelope<Frame>;
}

/** Parses a JSON value; undefined if it is not JSON. */
export function parseJson(value: Buffer | null): unknown {
  if (value === null) return undefined;
  try {
    return JSON.parse(value.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
