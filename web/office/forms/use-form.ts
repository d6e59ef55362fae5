import { useEffect } from 'react';
import {
  type FieldPath,
  type FieldValues,
  type UseFormRegisterReturn,
  useForm as useFields,
} from 'react-hook-form';
import { type Draft, maxLengthOf, validateDraft } from '#domain/validation/draft.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';

type FieldError<V extends FieldValues> = {
  field: FieldPath<V> | 'root';
  message: string;
  focus?: FieldPath<V>;
};

type Sent<V extends FieldValues> = {
  values: V;
  error?: FieldError<V>;
};

type Options<V extends FieldValues & D, D extends object> = {
  stored: V;
  draft: Draft<D>;
  send: (values: V) => Promise<Sent<NoInfer<V>>>;
  onSaved?: (values: V) => unknown;
  /** undefined: already shown */
  explain?: (failure: ApiFailure) => FieldError<NoInfer<V>> | undefined;
  clearsAllErrors?: boolean;
};

type TextField = Omit<UseFormRegisterReturn, 'maxLength'> & {
  error: string | undefined;
  maxLength: number | undefined;
};

export function useForm<V extends FieldValues & D, D extends object>(options: Options<V, D>) {
  const { stored, draft, send, onSaved, explain = explainByCode<V>({}), clearsAllErrors = false } = options;
  const fields = useFields<V>({
    values: stored,
    resetOptions: { keepDirtyValues: true },
    reValidateMode: 'onSubmit',
    resolver: (values) => {
      const wrong = validateDraft<D>(draft, values);
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
          clearErrors(clearsAllErrors ? undefined : (name as FieldPath<V>));
          clearErrors('root');
        },
      }),
    [subscribe, clearErrors, clearsAllErrors],
  );

  function text(field: FieldPath<V> & keyof D): TextField {
    const error = errors[field]?.message;
    return {
      ...register(field),
      error: typeof error === 'string' ? error : undefined,
      maxLength: maxLengthOf(draft.schema, field),
    };
  }

  function showError({ field, message, focus }: FieldError<V>) {
    setError(field, { message }, { shouldFocus: focus === undefined && field !== 'root' });
    if (focus) setFocus(focus);
  }

  function showNormalised(now: V, sent: V) {
    for (const field of namesOf(now)) {
      if (now[field] !== sent[field] && getValues(field) === sent[field]) setValue(field, now[field]);
    }
  }

  async function save(values: V) {
    try {
      const sent = await send(values);
      if (!sent.error) showNormalised(sent.values, values);
      reset(sent.values, { keepValues: true, keepDirtyValues: false, keepFieldsRef: true });
      if (sent.error) return showError(sent.error);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const explained = explain(error);
      return explained && showError(explained);
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
    /** isChanged at the moment of the call: a page may be left before the next render */
    isUnsaved: () => namesOf(stored).some((field) => getFieldState(field).isDirty),
    submit: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      if (!isSubmitting) void handleSubmit(save)();
    },
  };
}

export type Form<V extends FieldValues & D, D extends object> = ReturnType<typeof useForm<V, D>>;

export function explainByCode<V extends FieldValues>(fieldOf: Readonly<Record<string, FieldPath<V>>>) {
  return (failure: ApiFailure): FieldError<V> => {
    // expired session: the handler leads to the login (spec 8)
    if (failure.status === 401) showFailure(failure);
    return { field: fieldOf[failure.code] ?? 'root', message: failure.message };
  };
}

function namesOf<V extends FieldValues>(values: V): FieldPath<V>[] {
  return Object.keys(values) as FieldPath<V>[];
}
