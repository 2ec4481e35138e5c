import type { ProviderUsage, TokenDetails } from './model-provider.js';

/** Adds usages; holes of the list count nothing. */
export function sumOfUsages(usages: readonly ProviderUsage[]): ProviderUsage {
  const sum: ProviderUsage = { promptTokens: 0, completionTokens: 0 };
  usages.forEach(({ promptTokens, completionTokens, promptDetails, completionDetails }) => {
    sum.promptTokens += promptTokens;
    sum.completionTokens += completionTokens;
    if (promptDetails) sum.promptDetails = added(sum.promptDetails, promptDetails);
    if (completionDetails) sum.completionDetails = added(sum.completionDetails, completionDetails);
  });
  return sum;
}

function added(sum: TokenDetails = {}, details: TokenDetails): TokenDetails {
  const total = { ...sum };
  for (const [name, count] of Object.entries(details)) total[name] = (total[name] ?? 0) + count;
  return total;
}
