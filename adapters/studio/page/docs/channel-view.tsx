// One WebSocket channel: its address and parameters, and the messages of both sides.

import type { JSX } from 'preact';
import { CopyText } from '../widgets/copy-text.tsx';
import {
  channelUrls,
  type AsyncApiShape,
  type DocumentedChannel,
  type DocumentedMessage,
} from './model/documented-channel.ts';
import { exampleOf } from './model/schema-example.ts';
import { ParameterTable } from './parameter-table.tsx';
import { PartHeading } from './part-heading.tsx';
import { Prose } from './prose.tsx';
import { SchemaTree } from './schema-tree.tsx';

interface ChannelViewProps {
  readonly root: AsyncApiShape;
  readonly channel: DocumentedChannel;
}

export function ChannelView({ root, channel }: ChannelViewProps): JSX.Element {
  const { id, address, title, description, parameters, fromClient, toClient } = channel;
  const schemes = Object.values(root.components?.securitySchemes ?? {});
  return (
    <article class="part">
      <PartHeading part={id}>
        <span class="method ws">WS</span> <code>{address}</code>
      </PartHeading>
      <p class="summary">{title}.</p>
      <p>
        <Prose text={description} />
      </p>
      <h3>Address</h3>
      {channelUrls(root, address).map((url) => (
        <div class="example" key={url}>
          <CopyText text={url} label="the address" />
        </div>
      ))}
      <h3>Credentials, one of</h3>
      <ul>
        {schemes.map(({ name = 'Authorization', description: text = '' }) => (
          <li key={text}>
            <code>{name}</code>: <Prose text={text} />
          </li>
        ))}
      </ul>
      {parameters.length === 0 ? null : (
        <>
          <h3>Parameters</h3>
          <ParameterTable root={root} parameters={parameters} />
        </>
      )}
      <h3>From the client</h3>
      <Messages root={root} messages={fromClient} />
      <h3>To the client</h3>
      <Messages root={root} messages={toClient} />
    </article>
  );
}

interface MessagesProps {
  readonly root: unknown;
  readonly messages: readonly DocumentedMessage[];
}

function Messages({ root, messages }: MessagesProps): JSX.Element {
  return (
    <div class="messages">
      {messages.map((message) => (
        <Message key={message.name} root={root} message={message} />
      ))}
    </div>
  );
}

interface MessageProps {
  readonly root: unknown;
  readonly message: DocumentedMessage;
}

function Message({ root, message }: MessageProps): JSX.Element {
  const { name, summary, description, contentType, payload } = message;
  const isJson = contentType === 'application/json';
  return (
    <section>
      <h4>
        <code>{name}</code> {isJson ? null : <span class="dim">binary frames</span>}
      </h4>
      <p>
        <Prose text={summary} />
      </p>
      {description === undefined ? null : (
        <p>
          <Prose text={description} />
        </p>
      )}
      {isJson ? (
        <>
          <div class="example">
            <CopyText text={JSON.stringify(exampleOf(root, payload))} label={`a ${name}`} />
          </div>
          <SchemaTree root={root} schema={payload} label={name} />
        </>
      ) : null}
    </section>
  );
}
