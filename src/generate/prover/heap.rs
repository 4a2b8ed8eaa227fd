//! Variables by activity: the one that took part in most of the late conflicts comes first.

/// Growth of what an activity is raised by, from conflict to conflict.
const GROWTH: f64 = 1.0 / 0.95;
/// Activities beyond this are scaled down, all alike.
const LARGE: f64 = 1e100;

/// A binary heap of variables that knows where each of them is.
pub(super) struct Heap {
    activity: Vec<f64>,
    raise: f64,
    heap: Vec<u32>,
    /// Place of each variable in the heap, `ABSENT` if it is out.
    place: Vec<u32>,
}

const ABSENT: u32 = u32::MAX;

impl Heap {
    /// Variables `0..variables`, all in, the lower first as long as nothing is known.
    pub(super) fn new(variables: u32) -> Self {
        let activity = vec![0.0; variables as usize];
        Self {
            activity,
            raise: 1.0,
            heap: (0..variables).collect(),
            place: (0..variables).collect(),
        }
    }

    /// Takes the first variable out.
    pub(super) fn pop(&mut self) -> Option<u32> {
        let last = self.heap.pop()?;
        let Some(&first) = self.heap.first() else {
            self.place[last as usize] = ABSENT;
            return Some(last);
        };
        self.place[first as usize] = ABSENT;
        self.put(0, last);
        self.down(0);
        Some(first)
    }

    /// Puts a variable back, if it is out.
    pub(super) fn insert(&mut self, variable: u32) {
        if self.place[variable as usize] == ABSENT {
            self.heap.push(variable);
            self.put(self.heap.len() - 1, variable);
            self.up(self.heap.len() - 1);
        }
    }

    /// The variable took part in the conflict of the hour.
    pub(super) fn bump(&mut self, variable: u32) {
        self.activity[variable as usize] += self.raise;
        if self.activity[variable as usize] > LARGE {
            self.activity.iter_mut().for_each(|activity| *activity /= LARGE);
            self.raise /= LARGE;
        }
        if self.place[variable as usize] != ABSENT {
            self.up(self.place[variable as usize] as usize);
        }
    }

    /// The next conflict counts more than the last.
    pub(super) fn next_conflict(&mut self) {
        self.raise *= GROWTH;
    }

    fn put(&mut self, at: usize, variable: u32) {
        self.heap[at] = variable;
        self.place[variable as usize] = at as u32;
    }

    fn is_before(&self, a: u32, b: u32) -> bool {
        let [x, y] = [a, b].map(|variable| self.activity[variable as usize]);
        x > y || (x == y && a < b)
    }

    fn up(&mut self, mut at: usize) {
        let variable = self.heap[at];
        while at > 0 && self.is_before(variable, self.heap[(at - 1) / 2]) {
            self.put(at, self.heap[(at - 1) / 2]);
            at = (at - 1) / 2;
        }
        self.put(at, variable);
    }

    fn down(&mut self, mut at: usize) {
        let variable = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child + 1 < self.heap.len() && self.is_before(self.heap[child + 1], self.heap[child])
            {
                child += 1;
            }
            if child >= self.heap.len() || !self.is_before(self.heap[child], variable) {
                break;
            }
            self.put(at, self.heap[child]);
            at = child;
        }
        self.put(at, variable);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_come_by_activity_and_go_back() {
        let mut heap = Heap::new(6);
        for variable in [3, 5, 3] {
            heap.bump(variable);
        }
        heap.next_conflict();
        heap.bump(1);
        assert_eq!([heap.pop(), heap.pop()], [Some(3), Some(1)]);
        heap.insert(3);
        heap.insert(3);
        let rest: Vec<_> = std::iter::from_fn(|| heap.pop()).collect();
        assert_eq!(rest, [3, 5, 0, 2, 4]);
    }
}
