import { Component, createRef, type ReactNode } from 'react';

interface Snapshot {
  /** The row under the pointer or with the focus. */
  touched: Element | undefined;
  top: number;
  /** The number of the row with the focus, or -1. */
  focused: number;
}

/**
 * Articles that come and go by themselves, while somebody presses their buttons. The row under the pointer stays where it is as far as
 * the page can scroll. A focus whose row leaves moves to the row that takes its place. A class, because only a class can measure
 * before the page changes.
 */
export class SteadyList extends Component<{ className?: string; children: ReactNode }> {
  private readonly list = createRef<HTMLDivElement>();

  private rows(): Element[] {
    return [...(this.list.current?.querySelectorAll('article') ?? [])];
  }

  override getSnapshotBeforeUpdate(): Snapshot {
    const rows = this.rows();
    const focused = rows.findIndex((row) => row.matches(':focus-within'));
    const touched = rows.find((row) => row.matches(':hover')) ?? rows[focused];
    return { touched, top: touched?.getBoundingClientRect().top ?? 0, focused };
  }

  override componentDidUpdate(_props: unknown, _state: unknown, { touched, top, focused }: Snapshot): void {
    if (touched?.isConnected) scrollBy(0, touched.getBoundingClientRect().top - top);
    if (focused < 0 || document.activeElement !== document.body) return;
    const rows = this.rows();
    const heir = rows[Math.min(focused, rows.length - 1)]?.querySelector('a');
    (heir ?? document.querySelector('main'))?.focus({ preventScroll: true });
  }

  override render(): ReactNode {
    return (
      <div ref={this.list} className={this.props.className}>
        {this.props.children}
      </div>
    );
  }
}
