import type { ComponentProps } from 'react';

const LOOKS = { primary: 'btn btn-primary', quiet: 'btn btn-quiet', danger: 'btn btn-danger' } as const;

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'name' | 'value' | 'children'> {
  label: string;
  look?: keyof typeof LOOKS;
  /** What its form is for: the field `intent`. */
  intent?: string;
}

/** It sends its form, unless it has an `onClick`. */
export function Button({ label, look = 'primary', intent, className = '', ...button }: ButtonProps) {
  return (
    <button
      type={button.onClick ? 'button' : 'submit'}
      name={intent && 'intent'}
      value={intent}
      className={`${LOOKS[look]} ${className}`}
      {...button}
    >
      {label}
    </button>
  );
}
