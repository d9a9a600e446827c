import type { ReactNode } from 'react';

interface FigureTableProps {
  columns: readonly string[];
  /** The first cell names the row; the others are numbers. */
  rows: readonly { id: string | number; cells: readonly ReactNode[] }[];
}

export function FigureTable({ columns, rows }: FigureTableProps) {
  if (rows.length === 0) return <p className="py-3 text-muted">Nothing was sold in these days.</p>;
  return (
    <table className="w-full border-collapse text-sm figures">
      <thead>
        <tr>
          {columns.map((column, at) => (
            <th
              key={column}
              scope="col"
              className={`border-b border-line py-2 font-medium text-muted ${at === 0 ? 'text-left' : 'pl-3 text-right'}`}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells: [name, ...cells] }) => (
          <tr key={id}>
            <th scope="row" className="border-b border-line py-2 text-left font-normal break-words">
              {name}
            </th>
            {cells.map((cell, at) => (
              <td key={columns[at + 1]} className="border-b border-line py-2 pl-3 text-right whitespace-nowrap">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
