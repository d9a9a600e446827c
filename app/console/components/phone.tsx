export function Phone({ number, className = '' }: { number: string; className?: string }) {
  return (
    <a href={`tel:${number}`} className={`tap text-leaf figures hover:underline ${className}`}>
      {number}
    </a>
  );
}
