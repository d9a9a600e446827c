import type { ComponentProps } from 'react';
import { Frame } from '../../components/field.tsx';

interface FileFieldProps extends Pick<ComponentProps<'input'>, 'name' | 'accept' | 'onChange'> {
  label: string;
  error: string | null | undefined;
}

export function FileField({ label, error, ...input }: FileFieldProps) {
  return (
    <Frame label={label} error={error}>
      {(ids) => (
        <input
          {...ids}
          {...input}
          type="file"
          className="input bg-surface! p-1 text-sm file:mr-3 file:cursor-pointer file:font-[inherit] file:min-h-8.5 file:rounded-lg file:border-0 file:bg-leaf-soft file:px-3 file:text-leaf-strong"
        />
      )}
    </Frame>
  );
}
