export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <svg viewBox="0 0 24 24" className="size-7 shrink-0" aria-hidden>
        <path className="fill-leaf" d="M21 3C10 3 4 7.5 4 14.5c0 1.8.5 3.300 1.300 4.5C13 18.5 21 14 21 3Z" />
        <path className="fill-none stroke-leaf" strokeWidth="2" strokeLinecap="round" d="M3 21c2-5.5 6-9.5 11-12" />
        <path
          className="fill-none stroke-surface"
          strokeWidth="1.5"
          strokeLinecap="round"
          d="M6 16.5c2-3.200 4.7-5.7 8-7.5"
        />
      </svg>
      <span className="truncate text-xl font-extrabold tracking-tight text-leaf-strong md:text-2xl">{name}</span>
    </span>
  );
}
