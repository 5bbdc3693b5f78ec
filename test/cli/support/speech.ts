/** Two short conversations, of which one has times in part and one is in Chinese. */
export const SPEECH = [
  {
    thread: 'outage',
    role: 'user',
    content: 'Last week the routing cluster was down for forty minutes.',
    time: '2025-06-17T09:20:00+02:00',
    speaker: 'Mira',
  },
  {
    thread: 'outage',
    role: 'assistant',
    content: 'Noted. What was the cause?',
    time: '2025-06-17T09:20:10+02:00',
  },
  {
    thread: 'outage',
    role: 'user',
    content: 'An expired certificate. We decided to renew certificates automatically.',
    speaker: 'Mira',
  },
  { thread: 'outage', role: 'assistant', content: 'Good.' },
  {
    thread: '同步',
    role: 'user',
    content: '离线同步改用 CRDT，因为两台设备离线修改时会丢字。',
    time: '2025-03-06T15:10:00+08:00',
    speaker: '林晓雨',
  },
  { thread: '同步', role: 'assistant', content: '记下了。', time: '2025-03-06T15:10:08+08:00' },
]
