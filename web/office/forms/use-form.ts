import { useEffect } from 'react';
import {
  type FieldPath,
  type FieldValues,
  type UseFormRegisterReturn,
  useForm as useFields,
} from 'react-hook-form';
import { type Draft, findWrong, maxLengthOf } from '#domain/validation/draft.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';

/** What is said of a failure, beside a field or, under `root`, of the form as a whole. */
type Explained<V extends FieldValues> = {
  field: FieldPath<V> | 'root';
  message: string;
  /** which field gets the focus; by default the field itself */
  focus?: FieldPath<V>;
};

type Sent<V extends FieldValues> = {
  /** as they are stored now */
  values: V;
  /** what is wrong with those that are not */
  wrong?: Explained<V>;
};

type Options<V extends FieldValues & D, D extends object> = {
  /** what is stored; when it changes, so do the fields that nobody has typed in */
  stored: V;
  /** what can be said before anything is sent */
  draft: Draft<D>;
  /** throws an ApiFailure for what was refused */
  send: (values: V) => Promise<Sent<NoInfer<V>>>;
  /** what follows, once nothing is unsaved any more */
  onSaved?: (values: V) => unknown;
  /** undefined: it has been said already */
  explain?: (failure: ApiFailure) => Explained<NoInfer<V>> | undefined;
  /** typing anywhere takes back everything that was said, not only what was said there */
  isShort?: boolean;
};

type TextField = Omit<UseFormRegisterReturn, 'maxLength'> & {
  error: string | undefined;
  maxLength: number | undefined;
};

/**
 * The fields of react-hook-form under the rules of a draft. What was typed stays after a failure; what is wrong is
 * said by field, where the focus goes, until one types there.
 */
export function useForm<V extends FieldValues & D, D extends object>(options: Options<V, D>) {
  const { stored, draft, send, onSaved, explain = explainBy<V>({}), isShort = false } = options;
  const fields = useFields<V>({
    values: stored,
    resetOptions: { keepDirtyValues: true },
    reValidateMode: 'onSubmit',
    resolver: (values) => {
      const wrong = findWrong<D>(draft, values);
      const errors = Object.entries<{ code: string; message: string } | undefined>(wrong).map(
        ([field, found]) => [field, { type: found?.code, message: found?.message }],
      );
      return errors.length === 0
        ? { values, errors: {} }
        : { values: {}, errors: Object.fromEntries(errors) };
    },
  });
  const { register, handleSubmit, reset, subscribe } = fields;
  const { setError, clearErrors, setFocus, getFieldState, getValues, setValue } = fields;
  const { errors, isDirty, isSubmitting } = fields.formState;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (!name) return;
          clearErrors(isShort ? undefined : (name as FieldPath<V>));
          clearErrors('root');
        },
      }),
    [subscribe, clearErrors, isShort],
  );

  /** What makes a field of text one of the form's. */
  function text(field: FieldPath<V> & keyof D): TextField {
    const error = errors[field]?.message;
    return {
      ...register(field),
      error: typeof error === 'string' ? error : undefined,
      maxLength: maxLengthOf(draft.schema, field),
    };
  }

  function say({ field, message, focus }: Explained<V>) {
    setError(field, { message }, { shouldFocus: focus === undefined && field !== 'root' });
    if (focus) setFocus(focus);
  }

  /** Shows what is stored otherwise than it was sent; what was typed meanwhile stays. */
  function takeStored(now: V, sent: V) {
    for (const field of namesOf(now)) {
      if (now[field] !== sent[field] && getValues(field) === sent[field]) setValue(field, now[field]);
    }
  }

  async function save(values: V) {
    try {
      const sent = await send(values);
      if (!sent.wrong) takeStored(sent.values, values);
      reset(sent.values, { keepValues: true, keepDirtyValues: false, keepFieldsRef: true });
      if (sent.wrong) return say(sent.wrong);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const explained = explain(error);
      return explained && say(explained);
    }
    await onSaved?.(values);
  }

  return {
    fields,
    stored,
    text,
    failure: errors.root?.message,
    isSaving: isSubmitting,
    isChanged: isDirty,
    /** as isChanged, at the moment it is asked: a page may be left before it is drawn again */
    isUnsaved: () => namesOf(stored).some((field) => getFieldState(field).isDirty),
    submit: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      if (!isSubmitting) void handleSubmit(save)();
    },
  };
}

export type Form<V extends FieldValues & D, D extends object> = ReturnType<typeof useForm<V, D>>;

/** In the server's own sentence, beside the field that the code of the failure speaks of. */
export function explainBy<V extends FieldValues>(fieldOf: Readonly<Record<string, FieldPath<V>>>) {
  return (failure: ApiFailure): Explained<V> => {
    // the session is over: the way to login is the handler's (spec 8)
    if (failure.status === 401) showFailure(failure);
    return { field: fieldOf[failure.code] ?? 'root', message: failure.message };
  };
}

function namesOf<V extends FieldValues>(values: V): FieldPath<V>[] {
  return Object.keys(values) as FieldPath<V>[];
}
