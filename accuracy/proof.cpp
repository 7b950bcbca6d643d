#include "accuracy/proof.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <deque>
#include <limits>
#include <stdexcept>

#include "accuracy/estimate.hpp"
#include "accuracy/in_threads.hpp"
#include "accuracy/judge.hpp"
#include "accuracy/reference.hpp"
#include "zerostride/functions.hpp"

namespace zerostride::accuracy {
namespace {

/// Operands, results and what is computed with them stay in the second cache.
constexpr std::size_t block_size = 8192;
/// What a thread does at a time: a fraction of a second.
constexpr std::uint64_t chunk_of_estimates = std::uint64_t{1} << 20, chunk_of_digits = std::uint64_t{1} << 13;

bool is_wide(dtype type) noexcept { return type == dtype::f64 || type == dtype::real; }

/// Elements as they lie in memory.
class elements {
public:
    elements(dtype type, std::size_t count) : type_(type), bytes_(size_of(type) * count) {}

    void put(std::size_t i, const element_bits& bits) noexcept {
        // The lower bytes come first, on every machine that there are kernels for.
        std::byte* const at = bytes_.data() + i * size_of(type_);
        std::memcpy(at, &bits.high, std::min<std::size_t>(size_of(type_), 8));
        if (type_ == dtype::real) std::memcpy(at + 8, &bits.low, 8);
    }
    element_bits get(std::size_t i) const noexcept {
        const std::byte* const at = bytes_.data() + i * size_of(type_);
        element_bits bits;
        std::memcpy(&bits.high, at, std::min<std::size_t>(size_of(type_), 8));
        if (type_ == dtype::real) std::memcpy(&bits.low, at + 8, 8);
        return bits;
    }
    /// `count` elements whose bits, of f16 or f32, are `first` and the ones after it.
    void count_up(std::uint64_t first, std::size_t count) noexcept {
        for (std::size_t i = 0; i < count; ++i) {
            const auto bits = static_cast<std::uint32_t>(first + i);
            if (type_ == dtype::f32) std::memcpy(bytes_.data() + 4 * i, &bits, 4);
            else put(i, {bits, 0});
        }
    }
    /// The first elements, of f16 or f32, as numbers.
    void numbers(std::vector<double>& to) const noexcept {
        for (std::size_t i = 0; i < to.size(); ++i) {
            if (type_ == dtype::f32) {
                float narrow;
                std::memcpy(&narrow, bytes_.data() + 4 * i, 4);
                to[i] = narrow;
            } else {
                to[i] = value_of(type_, get(i).high);
            }
        }
    }
    bool same(const elements& other, std::size_t count) const noexcept {
        return std::memcmp(bytes_.data(), other.bytes_.data(), count * size_of(type_)) == 0;
    }
    const std::byte* data() const noexcept { return bytes_.data(); }
    std::byte* data() noexcept { return bytes_.data(); }

private:
    dtype type_;
    std::vector<std::byte> bytes_;
};

/// The bits that count: all NaN are one.
element_bits canonical(dtype type, const element_bits& bits) noexcept {
    if (type != dtype::real) return {bits_of(dtype::f64, value_of(type, bits.high)), 0};
    return {bits_of(dtype::f64, value_of(dtype::f64, bits.high)), bits_of(dtype::f64, value_of(dtype::f64, bits.low))};
}

void set(digits& x, dtype type, const element_bits& bits) {
    mpfr_set_d(x, value_of(type == dtype::real ? dtype::f64 : type, bits.high), MPFR_RNDN);
    const double low = type == dtype::real ? value_of(dtype::f64, bits.low) : 0.0;
    if (low != 0.0) mpfr_add_d(x, x, low, MPFR_RNDN);  // -0 + 0 would lose its sign
}

void keep_hardest(std::vector<hard_case>& kept, const hard_case& found) {
    const auto place = std::upper_bound(kept.begin(), kept.end(), found,
                                        [](const hard_case& a, const hard_case& b) { return a.distance < b.distance; });
    if (place == kept.end() && kept.size() >= findings::most_hard) return;
    kept.insert(place, found);
    if (kept.size() > findings::most_hard) kept.pop_back();
}

/// Works on blocks, one after the other.
class prover {
public:
    prover(const sweep& all, const findings& like)
        : all_(all),
          type_(all.type()),
          x_(type_, block_size),
          y_(type_, block_size),
          value_x_(precision_of(type_)),
          value_y_(precision_of(type_)),
          exact_(precision_of(type_)) {
        for (const tally& t : like.tallies) {
            results_.emplace_back(type_, block_size);
            found_.tallies.emplace_back().with = t.with;
        }
    }

    void run(std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t at = first; at < last; at += block_size) {
            evaluate(at, static_cast<std::size_t>(std::min<std::uint64_t>(block_size, last - at)));
        }
    }
    const findings& found() const noexcept { return found_; }

private:
    void evaluate(std::uint64_t first, std::size_t count) {
        if (all_.is_complete()) {
            x_.count_up(first, count);
        } else {
            for (std::size_t i = 0; i < count; ++i) {
                const operands at = all_[first + i];
                x_.put(i, at.x);
                y_.put(i, at.y);
            }
        }
        const auto extent = static_cast<std::int64_t>(count);
        std::vector<const_tensor_view> views = {{x_.data(), type_, extents_ref(&extent, 1)}};
        if (all_.of().arity() > 1) views.emplace_back(y_.data(), type_, extents_ref(&extent, 1));
        for (std::size_t k = 0; k < results_.size(); ++k) {
            options how;
            how.with = found_.tallies[k].with;
            how.max_threads = 1;
            const tensor_view out(results_[k].data(), type_, extents_ref(&extent, 1));
            if (const outcome made = try_eval(all_.of().asked(), views, out, how); !made) throw error(made);
        }
        found_.inputs += count;
        for (std::size_t k = 1; k < results_.size(); ++k) {
            if (results_[k].same(results_[0], count)) continue;
            for (std::size_t i = 0; i < count; ++i) {
                found_.tallies[k].differing +=
                    !(canonical(type_, results_[k].get(i)) == canonical(type_, results_[0].get(i)));
            }
        }
        if (is_wide(type_)) judge_by_digits(count);
        else judge_by_estimates(first, count);
    }

    operands at(std::size_t i) const {
        return all_.of().arity() > 1 ? operands{x_.get(i), y_.get(i)} : operands{x_.get(i), {}};
    }
    void compute_exact(std::size_t i) {
        set(value_x_, type_, x_.get(i));
        set(value_y_, type_, all_.of().arity() > 1 ? y_.get(i) : element_bits{});
        reference(all_.of(), value_x_, value_y_, exact_);
    }
    /// Instruction sets that give the same wrong result are listed once.
    void note_wrong(tally& t, std::size_t k, double got, double right, std::size_t i) {
        ++t.wrong;
        if (found_.wrong.size() >= findings::most_wrong) return;
        if (k > 0 && canonical(type_, results_[k].get(i)) == canonical(type_, results_[0].get(i))) return;
        found_.wrong.push_back({found_.tallies[k].with, at(i), bits_of(type_, got), bits_of(type_, right)});
    }

    void judge_by_digits(std::size_t count) {
        const bool estimates_first = type_ == dtype::f64 && has_fine_estimates;
        if (estimates_first) estimate_finely(count);
        for (std::size_t i = 0; i < count; ++i) {
            if (estimates_first && is_settled(i)) continue;
            compute_exact(i);
            judge_against_exact(i);
        }
    }
    void judge_against_exact(std::size_t i) {
        const element_bits first = canonical(type_, results_[0].get(i));
        double error = 0.0;
        for (std::size_t k = 0; k < results_.size(); ++k) {
            const element_bits bits = results_[k].get(i);
            tally& t = found_.tallies[k];
            const bool is_new = k == 0 || !(canonical(type_, bits) == first);
            if (type_ == dtype::real) {
                if (is_new)
                    error = relative_error({value_of(dtype::f64, bits.high), value_of(dtype::f64, bits.low)}, exact_);
            } else {
                const double got = value_of(type_, bits.high), right = rounded(type_, exact_);
                if (is_new) error = error_in_units(type_, got, exact_);
                if (!same_number(got, right)) note_wrong(t, k, got, right, i);
            }
            t.note_error(error, at(i));
        }
    }

    void estimate_finely(std::size_t count) {
        fine_x_.resize(count), fine_y_.resize(count), fine_.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            fine_x_[i] = value_of(type_, x_.get(i).high);
            fine_y_[i] = all_.of().arity() > 1 ? value_of(type_, y_.get(i).high) : 0.0;
        }
        estimates(all_.of(), fine_x_.data(), fine_y_.data(), fine_.data(), count);
    }
    /// Whether the estimate leaves no doubt that every result is the correctly rounded one, and none is farther off
    /// than what was seen before: then MPFR would have nothing to add.
    bool is_settled(std::size_t i) const {
        const long double value = fine_[i], size = std::fabs(fine_x_[i]);
        // At zeros and infinities a composition may have no value where the function has a limit.
        if (size == 0 || !std::isfinite(size) || !std::isfinite(fine_y_[i]) || !std::isfinite(value)) return false;
        const long double margin = fine_margin(all_.of(), size);
        const auto right = static_cast<double>(value * (1 - margin));
        if (!same_number(right, static_cast<double>(value * (1 + margin))) || std::isinf(right)) return false;
        int exponent = 0;
        std::frexp(value, &exponent);
        const long double off =
            std::ldexp(std::fabs(value - right) + std::fabs(value) * margin, -format_of(type_).unit(exponent));
        for (std::size_t k = 0; k < results_.size(); ++k) {
            if (!same_number(value_of(type_, results_[k].get(i).high), right) || off > found_.tallies[k].error)
                return false;
        }
        return true;
    }

    void judge_by_estimates(std::uint64_t first, std::size_t count) {
        if (block_.size() != count) block_ = number_block(count), got_.resize(count);
        x_.numbers(block_.x);
        if (all_.of().arity() > 1) y_.numbers(block_.y);
        judge(all_.of(), type_, block_, [this](std::size_t i, double distance) {
            keep_hardest(found_.hardest, {distance, at(i)});
        });
        if (type_ == dtype::f32 && all_.is_complete()) note_digests(first);
        tally of_first;
        for (std::size_t k = 0; k < results_.size(); ++k) {
            // What is the same needs no second judgement.
            tally of_block;
            if (k == 0 || !results_[k].same(results_[0], count)) of_block = judge_results(k);
            else of_block = of_first;
            if (k == 0) of_first = of_block;
            tally& t = found_.tallies[k];
            t.wrong += of_block.wrong;
            t.note_error(of_block.error, of_block.at);
        }
    }
    void note_digests(std::uint64_t first) {
        for (std::size_t i = 0; i < block_.size(); ++i) {
            const std::uint64_t x = first + i;
            found_.digests[static_cast<std::size_t>(x / floats_per_digest)] += digest_of(
                static_cast<std::uint32_t>(x), std::bit_cast<std::uint32_t>(static_cast<float>(block_.right[i])));
        }
    }
    tally judge_results(std::size_t k) {
        results_[k].numbers(got_);
        tally t;
        constexpr std::size_t group = 64;
        for (std::size_t first = 0; first < got_.size(); first += group) {
            const std::size_t last = std::min(first + group, got_.size());
            // Most have nothing to tell.
            if (are_right_and_no_farther_off(first, last, t.error)) continue;
            for (std::size_t i = first; i < last; ++i) judge_result(t, k, i);
        }
        return t;
    }
    /// Whether results are the right ones, and none is off by more than `error` units.
    bool are_right_and_no_farther_off(std::size_t first, std::size_t last, double error) const noexcept {
        const format in = format_of(type_);
        // `error` units of numbers from 1 to 2 are this part of 1; subnormal numbers have the unit of the least normal
        // ones.
        const double part = error * std::ldexp(1.0, 1 - in.bits), least = std::ldexp(1.0, in.least + in.bits - 1);
        std::uint64_t others = 0, farther = 0;
        for (std::size_t i = first; i < last; ++i) {
            const double got = got_[i], value = block_.value[i];
            const auto power = std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & 0x7ff0000000000000u);
            const double reach = (power < least ? least : power) * part;
            others |= std::bit_cast<std::uint64_t>(got) ^ std::bit_cast<std::uint64_t>(block_.right[i]);
            farther |= static_cast<std::uint64_t>(std::fabs(got - value) > reach);
        }
        return (others | farther) == 0;
    }
    void judge_result(tally& t, std::size_t k, std::size_t i) {
        const double got = got_[i], right = block_.right[i], value = block_.value[i];
        if (!same_number(got, right)) [[unlikely]] {
            compute_exact(i);
            if (!same_number(right, rounded(type_, exact_))) throw std::logic_error(contradiction(i));
            note_wrong(t, k, got, right, i);
            // More than half a unit, even where that cannot be told from half a unit.
            t.note_error(std::max(error_in_units(type_, got, exact_), std::nextafter(0.5, 1.0)), at(i));
            return;
        }
        // What is right is off by half a unit at most, whatever the estimate says; infinities and NaN are not.
        if (!(std::fabs(got) <= std::numeric_limits<double>::max())) return;
        const int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(value) >> 52 & 0x7ff) - 1022;
        const double scale =
            std::bit_cast<double>(static_cast<std::uint64_t>(1023 - format_of(type_).unit(exponent)) << 52);
        t.note_error(std::min(std::fabs(got - value) * scale, 0.5), at(i));
    }
    std::string contradiction(std::size_t i) const {
        char text[64];
        std::snprintf(text, sizeof text, " of %a", block_.x[i]);
        return all_.of().name() + text + ": the C library's estimate is farther off than it may be";
    }

    const sweep& all_;
    dtype type_;
    elements x_, y_;
    std::vector<elements> results_;
    number_block block_{0};
    std::vector<double> got_;
    std::vector<long double> fine_x_, fine_y_, fine_;
    digits value_x_, value_y_, exact_;
    findings found_;
};

void add(findings& to, const findings& more) {
    to.inputs += more.inputs;
    for (std::size_t k = 0; k < to.tallies.size(); ++k) {
        tally& t = to.tallies[k];
        const tally& other = more.tallies[k];
        t.wrong += other.wrong;
        t.differing += other.differing;
        t.note_error(other.error, other.at);
    }
    for (const wrong_result& w : more.wrong) {
        if (to.wrong.size() < findings::most_wrong) to.wrong.push_back(w);
    }
    for (const hard_case& h : more.hardest) keep_hardest(to.hardest, h);
    for (std::size_t part = 0; part < digest_count; ++part) to.digests[part] += more.digests[part];
}

}  // namespace

void prove(const sweep& all, findings& found, int threads, const std::function<bool(const findings&)>& pause) {
    const std::uint64_t chunk = is_wide(all.type()) ? chunk_of_digits : chunk_of_estimates;
    while (found.inputs < all.size()) {
        const std::uint64_t begin = found.inputs, chunks = (all.size() - begin - 1) / chunk + 1;
        std::deque<prover> provers;
        while (provers.size() < std::min(chunks, static_cast<std::uint64_t>(threads))) provers.emplace_back(all, found);
        in_threads(static_cast<int>(provers.size()), [&](int i) {
            struct cache_of_thread {
                ~cache_of_thread() { mpfr_free_cache(); }
            } cache;
            const std::uint64_t first = begin + static_cast<std::uint64_t>(i) * chunk;
            provers[static_cast<std::size_t>(i)].run(first, std::min(first + chunk, all.size()));
        });
        for (const prover& one : provers) add(found, one.found());
        if (pause(found)) return;
    }
}

}  // namespace zerostride::accuracy
