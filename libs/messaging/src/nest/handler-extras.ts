import type { CommandContract, EventContract, WorkContract } from '@earshot/contracts-core';

/** By this Nest tells handlers of the lanes from those of other transports. */
export const laneTransport: unique symbol = Symbol('earshot.lanes');

/** What a handler's decorator tells the server. */
export type HandlerExtras =
  | { readonly lane: 'work'; readonly contract: WorkContract }
  | { readonly lane: 'command'; readonly contract: CommandContract }
  | { readonly lane: 'event'; readonly contract: EventContract; readonly group?: string };
