import { baseSettings, databaseSettings, healthSettings, type Config } from '@earshot/service-kit';

/** The settings of the {{service}} service. */
export const settings = { ...baseSettings, ...healthSettings, ...databaseSettings };

/** The values of {@link settings}. */
export type {{Service}}Config = Config<typeof settings>;
