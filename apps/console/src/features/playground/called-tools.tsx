import { useQuery } from '@tanstack/react-query';
import { formatDuration } from '../../ui/format.js';
import { isRunning, type Answer } from './answer.js';
import { recordQuery } from './queries.js';
import styles from './answer-view.module.css';

/** The calls of the project's tools during an answer. They are in its record, not in its stream. */
export function CalledTools({ project, answer }: { readonly project: string; readonly answer: Answer }) {
  const { completionId } = answer;
  const { data } = useQuery({
    ...recordQuery(project, completionId ?? ''),
    enabled: completionId !== null && !isRunning(answer),
  });
  return (data?.called_tools ?? []).map((call, index) => (
    <details key={index} className={styles.call}>
      <summary>
        Called <code>{call.tool}</code> in round {call.round}, {formatDuration(call.ms)}
        {call.error !== null && ', failed'}
      </summary>
      <pre tabIndex={0} aria-label="Arguments">
        {call.arguments}
      </pre>
      <pre tabIndex={0} aria-label="Result">
        {call.error ?? call.result}
      </pre>
    </details>
  ));
}
