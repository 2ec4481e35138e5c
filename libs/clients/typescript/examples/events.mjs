import { Earshot } from '@earshot/client';

const earshot = new Earshot();
for await (const event of earshot.events({ project: 'demo' })) {
  if (event.type === 'feedback') console.log(event.data.metric, event.data.value);
}
