import { Earshot } from '@earshot/client';

const earshot = new Earshot();
const batch = earshot.feedback.batch({
  onLost: ({ event, error }) => console.error('not recorded:', event, error),
});

for await (const { completion_id } of earshot.interactions.list({ project: 'demo', limit: 10 })) {
  await batch.ready(); // waits while the queue is full
  batch.of(completion_id).log('helpful', true, { user_id: 'ada' });
}
await batch.close(); // every event is recorded, or was given to onLost
