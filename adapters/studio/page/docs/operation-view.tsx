// One operation: what it takes, what it answers, and how to send it.

import type { JSX } from 'preact';
import { CopyText } from '../widgets/copy-text.tsx';
import { curlText } from './model/curl-text.ts';
import type {
  DocumentedAnswer,
  DocumentedContent,
  DocumentedOperation,
  OpenApiShape,
} from './model/documented-operation.ts';
import { ParameterTable } from './parameter-table.tsx';
import { PartHeading } from './part-heading.tsx';
import { Prose } from './prose.tsx';
import { SchemaTree } from './schema-tree.tsx';

interface OperationViewProps {
  readonly root: OpenApiShape;
  readonly operation: DocumentedOperation;
}

export function OperationView({ root, operation }: OperationViewProps): JSX.Element {
  const { method, path, summary, description, parameters, body, answers } = operation;
  const answered = answers.filter(({ status }) => Number(status) < 400);
  const errors = answers.filter(({ status }) => !(Number(status) < 400));
  return (
    <article class="part">
      <PartHeading part={operation.id}>
        <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
      </PartHeading>
      <p class="summary">
        <Prose text={summary} />
      </p>
      {description === undefined ? null : (
        <p>
          <Prose text={description} />
        </p>
      )}
      <p class="dim">
        Operation <code>{operation.id}</code>.
        {operation.credentials === undefined ? ' It needs no credentials.' : null}
      </p>
      <h3>Example</h3>
      <div class="example">
        <CopyText
          text={curlText(operation, root, root.servers?.[0]?.url ?? '')}
          label="the command"
        />
      </div>
      {parameters.length === 0 ? null : (
        <>
          <h3>Parameters</h3>
          <ParameterTable root={root} parameters={parameters} />
        </>
      )}
      {body === undefined ? null : (
        <>
          <h3>Body{body.isRequired ? '' : ', optional'}</h3>
          <Contents root={root} contents={body.contents} label="Body" />
        </>
      )}
      <h3>Answers</h3>
      {answered.map((answer) => (
        <Answer key={answer.status} root={root} answer={answer} />
      ))}
      {errors.length === 0 ? null : (
        <>
          <h3>Errors</h3>
          <dl class="errors">
            {errors.map(({ status, description: text }) => (
              <div key={status}>
                <dt>{status}</dt>
                <dd>
                  <Prose text={text} />
                </dd>
              </div>
            ))}
          </dl>
          <ErrorBody root={root} errors={errors} />
        </>
      )}
    </article>
  );
}

interface AnswerProps {
  readonly root: unknown;
  readonly answer: DocumentedAnswer;
}

function Answer({ root, answer: { status, description, contents } }: AnswerProps): JSX.Element {
  return (
    <section class="answer" aria-label={`Answer ${status}`}>
      <p>
        <strong>{status}</strong> <Prose text={description} />
      </p>
      <Contents root={root} contents={contents} label={`Answer ${status}`} />
    </section>
  );
}

/** The form of the errors, which all share: that of the first. */
function ErrorBody({
  root,
  errors,
}: {
  readonly root: unknown;
  readonly errors: readonly DocumentedAnswer[];
}): JSX.Element | null {
  const contents = errors.find((error) => error.contents.length > 0)?.contents;
  if (contents === undefined) return null;
  return <Contents root={root} contents={contents} label="Body of an error" />;
}

interface ContentsProps {
  readonly root: unknown;
  readonly contents: readonly DocumentedContent[];
  readonly label: string;
}

/** Media types with one schema are listed together. */
function Contents({ root, contents, label }: ContentsProps): JSX.Element {
  const bySchema = new Map<string, DocumentedContent[]>();
  for (const content of contents) {
    const text = JSON.stringify(content.schema);
    bySchema.set(text, [...(bySchema.get(text) ?? []), content]);
  }
  return (
    <>
      {[...bySchema].map(([text, same]) => (
        <div key={text}>
          <p class="dim">{same.map(({ mediaType }) => mediaType).join(', ')}</p>
          <SchemaTree root={root} schema={same[0]?.schema ?? {}} label={label} />
        </div>
      ))}
    </>
  );
}
