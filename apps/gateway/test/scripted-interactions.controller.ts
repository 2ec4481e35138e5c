import { Controller } from '@nestjs/common';
import {
  countInteractions,
  interactionStatistics,
  listInteractions,
  type CountInteractions,
  type InteractionCount,
  type InteractionStatisticsReply,
  type InteractionStatisticsRequest,
  type ListInteractions,
} from '@earshot/contracts-interactions';
import { CommandHandler, type Command, type CommandResult } from '@earshot/messaging';

/** The lists, counts and statistics that were asked for, the last one last. */
export const countRequests: CountInteractions[] = [];
export const listRequests: ListInteractions[] = [];
export const statisticsRequests: InteractionStatisticsRequest[] = [];

const times = { first_token_ms: { p50: 10, p95: 20 }, duration_ms: null };

/** Statistics with a named group and the others. */
export const scriptedStatistics: InteractionStatisticsReply = {
  groups: [null, 'demo/large'],
  data: [
    { t: 1_767_225_600, g: 1, n: [3, 1, 5, 7], p: [10, 20, null, null] },
    { t: 1_767_225_600, g: -1, n: [2, 0, 0, 0], p: [null, null, 1.5, 2] },
    { t: 1_767_312_000, g: 0, n: [1, 0, 0, 0], p: [null, null, null, null] },
  ],
  total: { count: 6, errors: 1, prompt_tokens: 5, completion_tokens: 7, ...times },
};

/** The interactions service: no interactions, and the same statistics for everybody. */
@Controller()
export class ScriptedInteractionsController {
  @CommandHandler(listInteractions)
  list(commands: readonly Command<ListInteractions>[]): Promise<CommandResult<{ data: []; next_cursor: null }>[]> {
    listRequests.push(...commands.map(({ body }) => body));
    return Promise.resolve(commands.map(() => ({ ok: { data: [], next_cursor: null } })));
  }

  @CommandHandler(countInteractions)
  count(commands: readonly Command<CountInteractions>[]): Promise<CommandResult<InteractionCount>[]> {
    countRequests.push(...commands.map(({ body }) => body));
    return Promise.resolve(commands.map(() => ({ ok: { count: 7, complete: false } })));
  }

  @CommandHandler(interactionStatistics)
  statistics(
    commands: readonly Command<InteractionStatisticsRequest>[],
  ): Promise<CommandResult<InteractionStatisticsReply>[]> {
    statisticsRequests.push(...commands.map(({ body }) => body));
    return Promise.resolve(commands.map(() => ({ ok: scriptedStatistics })));
  }
}
