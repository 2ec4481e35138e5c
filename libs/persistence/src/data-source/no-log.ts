import { AbstractLogger } from 'typeorm';

/** TypeORM prints some failures beside throwing them, values included; whoever catches them logs them. */
export class NoLog extends AbstractLogger {
  protected override writeLog(): void {
    return undefined;
  }
}
