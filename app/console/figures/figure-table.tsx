import type { ReactNode } from 'react';
import ChevronDown from 'virtual:icons/chevron-down';

interface FigureTableProps {
  columns: readonly string[];
  /** The first cell names the row; the others are numbers. */
  rows: readonly { id: string | number; cells: readonly ReactNode[] }[];
  children?: ReactNode;
}

export function FigureTable({ columns, rows, children }: FigureTableProps) {
  return (
    <details>
      <summary className="tap gap-1 text-sm font-medium text-leaf">
        <ChevronDown className="size-4" />
        Table
      </summary>
      {rows.length === 0 ? (
        <p className="py-3 text-muted">Nothing was sold in these days.</p>
      ) : (
        <table className="w-full max-sm:[&_:is(td,th)]:pl-1.5 border-collapse text-sm figures [&_:is(td,th)]:border-b [&_:is(td,th)]:border-line [&_:is(td,th)]:py-2">
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th
                  key={column}
                  scope="col"
                  className={`font-medium text-muted ${at === 0 ? 'text-left' : 'pl-3 text-right'}`}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, cells: [name, ...cells] }) => (
              <tr key={id}>
                <th scope="row" className="text-left font-normal break-words">
                  {name}
                </th>
                {cells.map((cell, at) => (
                  <td key={columns[at + 1]} className="pl-3 text-right whitespace-nowrap">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {children}
    </details>
  );
}
