import { Injectable } from '@nestjs/common';
import type { CallContext, CommandContract } from '@earshot/contracts-core';
import { AppError } from '@earshot/errors';
import { LaneClient } from '@earshot/messaging';
import { storageAway } from './storage-away.js';

/** As long as the storage service takes to start again. */
const commandDeadlineMs = 10_000;

/** How something is asked. */
export interface AskOptions {
  readonly call: CallContext;
  /** What is asked under one key is done in its order. */
  readonly key: string;
  /** Id of the command; a new one unless given. */
  readonly id?: string;
}

/** Asks the storage service. */
@Injectable()
export class StorageCommands {
  constructor(private readonly lanes: LaneClient) {}

  /** @throws AppError that refuses it; `service_unavailable` where there is no answer in time. */
  async ask<Q, R>(contract: CommandContract<Q, R>, request: Q, options: AskOptions): Promise<R> {
    try {
      return await this.lanes.command(contract, request, { ...options, deadlineMs: commandDeadlineMs });
    } catch (error) {
      throw error instanceof AppError && error.code === 'deadline_exceeded' ? storageAway(error) : error;
    }
  }
}
