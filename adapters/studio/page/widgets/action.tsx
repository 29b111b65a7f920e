// A button that does something on the server: it says that it is at work, and why something was refused.

import { useEffect, useState } from 'preact/hooks';
import type { ComponentChildren, JSX } from 'preact';
import { mayRetry } from '../../../client/error.ts';
import { answers } from '../model/answers.ts';
import { sentenceOf } from '../model/sentence.ts';

interface ActionProps {
  readonly children: ComponentChildren;
  readonly run: () => Promise<unknown>;
  /** The command line that does the same. */
  readonly command?: string;
  readonly isPressed?: boolean;
  readonly isDangerous?: boolean;
  /** Whether Enter in a field of its form does it, too. */
  readonly isOfForm?: boolean;
}

export function Action({
  children,
  run,
  command,
  isPressed,
  isDangerous,
  isOfForm,
}: ActionProps): JSX.Element {
  const [isAtWork, setAtWork] = useState(false);
  const [problem, setProblem] = useState<unknown>(undefined);
  useEffect(() => {
    if (!mayRetry(problem)) return undefined;
    const seen = answers.peek();
    return answers.subscribe((count) => {
      if (count > seen) setProblem(undefined);
    });
  }, [problem]);
  return (
    <span class="action">
      <button
        type={isOfForm === true ? 'submit' : 'button'}
        aria-disabled={isAtWork}
        aria-busy={isAtWork}
        class={isDangerous === true ? 'dangerous' : ''}
        {...(command === undefined ? {} : { title: command })}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
        onClick={() => {
          if (isAtWork) return;
          setAtWork(true);
          setProblem(undefined);
          run()
            .catch((error: unknown) => setProblem(error))
            .finally(() => setAtWork(false));
        }}
      >
        {children}
      </button>
      {problem === undefined ? null : (
        <span class="problem" role="alert">
          {sentenceOf(problem)}
        </span>
      )}
    </span>
  );
}
