import { expect, it } from 'vitest';
import { chatRequest } from '../../../../../adapters/services/speech/agent/chat-request.ts';
import { functionNamed, thinkerAt } from '../../../../support/speech/agent-events.ts';

it('a request to a live thinker has its settings, and the history with its functions', () => {
  const calls = [
    {
      id: 'fc_1',
      name: 'lookup',
      isClientSide: false,
      arguments: '{"city":"Rome"}',
      response: '21',
    },
    { id: 'fc_2', name: 'book', isClientSide: true, arguments: '{}', response: 'Done.' },
  ];
  const think = thinkerAt('https://llm.example/', { functions: [functionNamed('lookup')] });
  const request = chatRequest(think, [
    { role: 'user', content: 'How warm is it?' },
    { role: 'functions', calls },
    { role: 'assistant', content: '21 degrees.' },
  ]);
  expect(JSON.parse(request)).toEqual({
    model: 'a-model',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'How warm is it?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'fc_1',
            type: 'function',
            function: { name: 'lookup', arguments: '{"city":"Rome"}' },
          },
          { id: 'fc_2', type: 'function', function: { name: 'book', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'fc_1', content: '21' },
      { role: 'tool', tool_call_id: 'fc_2', content: 'Done.' },
      { role: 'assistant', content: '21 degrees.' },
    ],
    temperature: 0.5,
    tools: [
      {
        type: 'function',
        function: {
          name: 'lookup',
          description: 'Does lookup.',
          parameters: { type: 'object', properties: { city: { type: 'string' } } },
        },
      },
    ],
    stream: true,
  });
});

it('it omits members that the settings do not have', () => {
  const think = thinkerAt('https://llm.example/', { temperature: null, prompt: '' });
  const request = chatRequest(think, [{ role: 'user', content: 'Hi.' }]);
  expect(JSON.parse(request)).toEqual({
    model: 'a-model',
    messages: [{ role: 'user', content: 'Hi.' }],
    stream: true,
  });
});
