import { Controller } from '@nestjs/common';
import { readInteractionsUsage, type InteractionsUsage } from '@earshot/contracts-interactions';
import { readStorageUsage, type StorageUsage } from '@earshot/contracts-storage';
import { CommandHandler, type Command, type CommandResult } from '@earshot/messaging';

/** What every project has and may have. */
export const scriptedUsage: StorageUsage & InteractionsUsage = {
  bytes: { used: 1, limit: 10 },
  objects: { used: 2, limit: 20 },
  upload_sessions: { used: 3, limit: 30 },
  interactions: { used: 4, limit: 40 },
};

/** The services that count, with the same figures for everybody. */
@Controller()
export class ScriptedUsageController {
  @CommandHandler(readStorageUsage)
  storage(group: readonly Command<unknown>[]): Promise<CommandResult<StorageUsage>[]> {
    const { interactions: _, ...ok } = scriptedUsage;
    return Promise.resolve(group.map(() => ({ ok })));
  }

  @CommandHandler(readInteractionsUsage)
  interactions(group: readonly Command<unknown>[]): Promise<CommandResult<InteractionsUsage>[]> {
    return Promise.resolve(group.map(() => ({ ok: { interactions: scriptedUsage.interactions } })));
  }
}
